// The common parts of the files of pretty forms.
#ifndef HLOOM_TEXT_MLIR_MLIR_FORM_PARTS_H_
#define HLOOM_TEXT_MLIR_MLIR_FORM_PARTS_H_

#include "base/status.h"
#include "text/mlir/mlir_operation_parser.h"
#include "text/mlir/mlir_pretty_forms.h"

namespace hloom::mlir::pretty_forms {

using Parser = MlirOperationParser;
using Draft = OperationDraft;

// The types behind the ':', which was taken.
Status TypesBehindColon(Parser& parser, Draft& draft, TypeForm form);
// The end of most forms: "{attributes} : types".
Status AttributesAndTypes(Parser& parser, Draft& draft, TypeForm form);
Status AttributesAndTypes(Parser& parser, Draft& draft);

// ---- of mlir_region_forms.cc ----
Status ReduceForm(Parser& parser, Draft& draft);
Status WhileForm(Parser& parser, Draft& draft);
Status WhileResume(Parser& parser, Draft& draft);
Status ScanForm(Parser& parser, Draft& draft);
Status ScanResume(Parser& parser, Draft& draft);
Status TypesResume(Parser& parser, Draft& draft);
Status ModuleForm(Parser& parser, Draft& draft);
Status FunctionForm(Parser& parser, Draft& draft);
Status MeshForm(Parser& parser, Draft& draft);
Status ShardingForm(Parser& parser, Draft& draft);
Status ManualComputationForm(Parser& parser, Draft& draft);
Status NamedComputationForm(Parser& parser, Draft& draft);
Status ShardingGroupForm(Parser& parser, Draft& draft);
Status PropagationBarrierForm(Parser& parser, Draft& draft);

}  // namespace hloom::mlir::pretty_forms

#endif  // HLOOM_TEXT_MLIR_MLIR_FORM_PARTS_H_
