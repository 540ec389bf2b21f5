import type { Handlers } from '../../core/calls/index.ts'
import { addPersonalNumbers } from './add-personal-numbers.ts'
import { listPersonalNumbers } from './list-personal-numbers.ts'
import { previewPersonalNumbers } from './preview-personal-numbers.ts'
import { removePersonalNumbers } from './remove-personal-numbers.ts'

export {
  activePersonalNumbers,
  activePersonalNumbersOf,
  movePersonalNumbers,
  personalNumbersOfGroup,
  personalNumbersStatement,
} from './personal-numbers.ts'

export const personalNumberHandlers = {
  listPersonalNumbers,
  addPersonalNumbers,
  removePersonalNumbers,
  previewPersonalNumbers,
} satisfies Partial<Handlers>
