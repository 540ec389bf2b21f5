import { holdsAndDestruction } from './holds-and-destruction.ts'

holdsAndDestruction(10_000)
