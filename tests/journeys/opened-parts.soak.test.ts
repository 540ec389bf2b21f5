import { journey } from './journey.ts'
import { otherLooks } from './looks.ts'
import { checkOpenedParts } from './opened-parts.ts'

journey(
  'axe finds no fault in what people open on a screen in the other widths and modes',
  { timeout: 1_200_000 },
  ({ newVisitor }) => checkOpenedParts(newVisitor, otherLooks),
)
