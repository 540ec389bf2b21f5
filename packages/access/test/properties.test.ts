import { compareWithReference } from './access-properties.ts'

compareWithReference(2_000)
