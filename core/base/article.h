// The indefinite article of a word that is put into a sentence at run time.
#ifndef HLOOM_BASE_ARTICLE_H_
#define HLOOM_BASE_ARTICLE_H_

#include <string>
#include <string_view>

namespace hloom {

// Puts "a" or "an", by pronunciation, before the name of an operation or a type, or the text of a
// shape: "a send", "an all-reduce", "an f32[2,3]", "a u8[4]", "an rng".
std::string WithArticle(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_BASE_ARTICLE_H_
