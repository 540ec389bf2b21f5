import { holdsAndDestruction } from './holds-and-destruction.ts'

/** `HOLDFAST_CASES=1000` tests so many sequences. Each file begins with an empty account: many groups make it slow. */
holdsAndDestruction(Number(process.env.HOLDFAST_CASES ?? 10_000))
