// Every case of tests/cases, through the package, with one thread. cases.long.test.ts has them with two.
import { testEveryCase } from './support/every-case.js';

testEveryCase('simd', 1);
