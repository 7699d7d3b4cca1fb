#include "wasm/kinds_json.h"

#include <algorithm>

namespace hloom {

namespace {

// "broadcast_dimensions" becomes "broadcastDimensions".
std::string CamelCase(std::string_view name) {
  std::string out;
  bool upper = false;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out.push_back(upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    upper = false;
  }
  return out;
}

void WriteForm(const JsForm& form, JsonWriter& out);

void WritePart(const JsPart& part, JsonWriter& out) {
  if (part.kind != nullptr) {
    out.String(part.kind().name);
  } else {
    WriteForm(*part.form, out);
  }
}

void WriteField(const JsField& field, JsonWriter& out) {
  out.BeginObject().Key("name").String(field.name).Key("js").String(CamelCase(field.name));
  out.Key("kind");
  WritePart(field.value, out);
  out.Key("required").Bool(field.required).Key("doc").String(field.doc).EndObject();
}

// The fields that a struct's `visit` names.
class FieldWriter final : public AttributeVisitor {
 public:
  explicit FieldWriter(JsonWriter& out) : out_(out) {}
  void Field(const AttributeField& field, const AttributeKind& kind, void*) override {
    out_.BeginObject().Key("name").String(field.name).Key("js").String(CamelCase(field.name));
    out_.Key("kind").String(kind.name).Key("required").Bool(!field.omit_default);
    out_.Key("doc").String(field.doc).EndObject();
  }

 private:
  JsonWriter& out_;
};

void WriteText(std::string_view key, std::string_view text, JsonWriter& out) {
  if (!text.empty()) out.Key(key).String(text);
}

// The depth of the recursion is that of the tables.
void WriteForm(const JsForm& form, JsonWriter& out) {
  out.BeginObject().Key("type").String(JsFormTypeName(form.type));
  if (!form.choices.empty()) out.Key("choices").StringList(form.choices);
  if (!form.parts.empty()) {
    out.Key("parts").BeginArray();
    for (const JsPart& part : form.parts) WritePart(part, out);
    out.EndArray();
  }
  if (!form.part_names.empty()) {
    out.Key("part_names").StringList(form.part_names).Key("least").Number(form.least);
  }
  if (form.fields_of != nullptr || !form.fields.empty()) {
    out.Key("fields").BeginArray();
    for (const JsField& field : form.fields) WriteField(field, out);
    FieldWriter fields(out);
    if (form.fields_of != nullptr) form.fields_of()->VisitConst(fields);
    out.EndArray();
  }
  WriteText("type_name", form.type_name, out);
  WriteText("doc", form.doc, out);
  WriteText("meaning", form.meaning, out);
  WriteText("example", form.example, out);
  WriteText("brief", form.brief, out);
  out.EndObject();
}

// Lists kinds after those within them.
class KindLister final : public AttributeVisitor {
 public:
  struct Row {
    std::string_view name;
    const JsForm* form;
  };

  void Add(std::string_view name, const JsForm& form) {
    const auto is_it = [&](const Row& row) { return row.form == &form; };
    if (std::any_of(rows.begin(), rows.end(), is_it)) return;
    AddParts(form);
    rows.push_back({name, &form});
  }
  void Field(const AttributeField&, const AttributeKind& kind, void*) override {
    Add(kind.name, *kind.js);
  }

  std::vector<Row> rows;

 private:
  void AddPart(const JsPart& part) {
    if (part.kind != nullptr) {
      Add(part.kind().name, *part.kind().js);
    } else {
      AddParts(*part.form);
    }
  }
  void AddParts(const JsForm& form) {
    for (const JsPart& part : form.parts) AddPart(part);
    for (const JsField& field : form.fields) AddPart(field.value);
    if (form.fields_of != nullptr) form.fields_of()->VisitConst(*this);
  }
};

// The documentation of an omitted argument.
std::string_view DefaultText(const ArgumentSpec& argument) {
  if (argument.required) return {};
  if (argument.default_text) return *argument.default_text;
  return argument.default_json.empty() ? argument.kind.form().default_text : argument.default_json;
}

}  // namespace

void WriteArgument(const ArgumentSpec& argument, JsonWriter& out) {
  out.BeginObject().Key("name").String(argument.name).Key("js").String(CamelCase(argument.name));
  out.Key("kind").String(argument.kind.name()).Key("required").Bool(argument.required);
  out.Key("default").String(DefaultText(argument));
  if (!argument.type_of.empty()) out.Key("type_of").String(CamelCase(argument.type_of));
  out.Key("doc").String(argument.doc).EndObject();
}

void WriteArgumentKind(const ArgumentSpec& argument, JsonWriter& out) {
  out.BeginObject().Key("name").String(argument.name).Key("js").String(CamelCase(argument.name));
  out.Key("kind").String(argument.kind.name()).Key("required").Bool(argument.required);
  if (!argument.type_of.empty()) out.Key("type_of").String(CamelCase(argument.type_of));
  out.EndObject();
}

void WriteKind(std::string_view name, const JsForm& form, JsonWriter& out) {
  out.BeginObject().Key("name").String(name).Key("form");
  WriteForm(form, out);
  out.EndObject();
}

void WriteKinds(JsonWriter& out) {
  KindLister lister;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      for (const ArgumentSpec& argument : def.arguments) {
        lister.Add(argument.kind.name(), argument.kind.form());
      }
    }
  }
  out.BeginArray();
  for (const KindLister::Row& row : lister.rows) WriteKind(row.name, *row.form, out);
  out.EndArray();
}

}  // namespace hloom
