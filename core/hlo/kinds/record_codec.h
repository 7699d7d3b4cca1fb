// Makes the codecs of records: structs that JavaScript passes as one argument, an object with the
// fields of their `visit`. Fields may be of any kind; fields that are optional in HLO text are
// optional in the object.
//
// In HLO text and in bytes such a struct is its fields (hlo/attribute.h), so a record has no
// columns for them, unless it is a list's element and its file adds them.
#ifndef HLOOM_HLO_KINDS_RECORD_CODEC_H_
#define HLOOM_HLO_KINDS_RECORD_CODEC_H_

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
  HLOOM_RETURN_IF_ERROR(in.json.CheckType(Json::Type::kObject));
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
template <typename T>
auto AddToHash(const T& record, Hasher& hasher)
    -> decltype(const_cast<T&>(record).visit(std::declval<RecordHasher&>())) {
  RecordHasher fields(hasher);
  const_cast<T&>(record).visit(fields);  // which only reads
}

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

// The codec of a record T, which must have ==. Its name is that of the form's type.
template <typename T, const JsForm& kForm>
constexpr Codec<T> RecordCodec() {
  return {.name = kForm.type_name, .js = &kForm, .read_json = ReadJsonRecord<T>};
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
template <typename T>
Status ReadJsonRecordByName(T& record, const JsonInput& in) {
  ByName<T> fields;
  HLOOM_RETURN_IF_ERROR(ReadJsonRecord(fields, in));
  record = std::move(fields.record);
  return OkStatus();
}
template <typename T, const JsForm& kForm>
constexpr Codec<T> RecordByNameCodec() {
  Codec<T> codec = RecordCodec<T, kForm>();
  codec.read_json = ReadJsonRecordByName<T>;
  return codec;
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_RECORD_CODEC_H_
