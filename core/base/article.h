// The indefinite article of a word that is put into a sentence at run time.
#ifndef HLOOM_BASE_ARTICLE_H_
#define HLOOM_BASE_ARTICLE_H_

#include <string>
#include <string_view>

namespace hloom {

// The name of an operation or a type, or the text of a shape, with the article that goes with how
// it is said: "a send", "an all-reduce", "an f32[2,3]", "a u8[4]", "an rng".
std::string WithArticle(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_BASE_ARTICLE_H_
