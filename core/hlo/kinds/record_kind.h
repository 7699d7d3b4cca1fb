// Makes the kinds of records: structs that JavaScript passes as one argument, an object with the
// fields of their `visit`. Fields may be of any kind; fields that are optional in HLO text are
// optional in the object.
//
// In HLO text and in bytes such a struct is its fields (hlo/attribute.h), so a record has no
// columns for them, unless it is a list's element and its file adds them.
#ifndef HLOOM_HLO_KINDS_RECORD_KIND_H_
#define HLOOM_HLO_KINDS_RECORD_KIND_H_

#include <string_view>
#include <utility>
#include <vector>

#include "hlo/kinds/js_form.h"

namespace hloom {

// Sets the fields of a default record that an object names.
class RecordReader final : public AttributeVisitor {
 public:
  explicit RecordReader(const JsonInput& in) : in_(in) {}
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override;
  // function.c2: a field is missing, or the object has one that the record has not; function.c3:
  // one is of the wrong kind. Call it after the fields were visited.
  Status Finish() const;

 private:
  Status Read(const AttributeField& field, const AttributeKind& kind, void* value) const;

  const JsonInput& in_;
  std::vector<std::string_view> names_;
  Status status_;
};

// Reads an object into a default record.
template <typename Record>
Status ReadJsonRecord(Record& record, const JsonInput& in) {
  HLOOM_RETURN_IF_ERROR(in.json.CheckKind(Json::Kind::kObject));
  RecordReader fields(in);
  record.visit(fields);
  return fields.Finish();
}

// Adds the fields one after the other.
class RecordHasher final : public AttributeVisitor {
 public:
  explicit RecordHasher(Hasher& hasher) : hasher_(hasher) {}
  void Field(const AttributeField&, const AttributeKind& kind, void* value) override {
    kind.hash(value, hasher_);
  }

 private:
  Hasher& hasher_;
};

// The form of a record, with XLA's name of it.
template <typename T>
constexpr JsForm RecordForm(std::string_view type_name, std::string_view doc) {
  return {.type = JsForm::Type::kRecord,
          .fields_of = MakeDefaultAttributes<T>,
          .type_name = type_name,
          .doc = doc,
          .meaning = "an object",
          .example = "an object with its fields"};
}

// The kind of a record T, which must have ==. Its name is that of the form's type.
template <typename T, const JsForm& kForm>
constexpr AttributeKind RecordKind() {
  return {
      .name = kForm.type_name,
      .equal = [](const void* a,
                  const void* b) { return *static_cast<const T*>(a) == *static_cast<const T*>(b); },
      .is_default = [](const void* value) { return *static_cast<const T*>(value) == T(); },
      .hash =
          [](const void* value, Hasher& hasher) {
            RecordHasher fields(hasher);
            const_cast<T*>(static_cast<const T*>(value))->visit(fields);  // which only reads
          },
      .js = &kForm,
      .read_json = [](void* value, const JsonInput& in) -> Status {
        return ReadJsonRecord(*static_cast<T*>(value), in);
      },
  };
}

// A record T whose fields have different names in HLO text and in JavaScript. VisitByName gives the
// JavaScript names.
template <typename T>
struct ByName {
  T record;

  template <typename V>
  void visit(V& v) {
    record.VisitByName(v);
  }
};
template <typename T, const JsForm& kForm>
constexpr AttributeKind RecordByNameKind() {
  AttributeKind kind = RecordKind<T, kForm>();
  kind.read_json = [](void* value, const JsonInput& in) -> Status {
    ByName<T> fields;
    HLOOM_RETURN_IF_ERROR(ReadJsonRecord(fields, in));
    *static_cast<T*>(value) = std::move(fields.record);
    return OkStatus();
  };
  return kind;
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_RECORD_KIND_H_
