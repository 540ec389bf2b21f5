import { filledHome } from '../tests/setup/filled-home.ts'

/** Fills the home that journeys and pictures of screens copy, unless there is one for this version of the code. */
console.log(`Filled: ${await filledHome()}`)
