// Every case of tests/cases, through the package, with two threads.
import { testEveryCase } from './support/every-case.js';

testEveryCase('simd-threads', 2);
