// The exercises of the lessons, of a thousand seeds.
import { init } from 'hloom';
import { testExercises } from './exercises.js';

beforeAll(() => init());

testExercises(1000, 30);
