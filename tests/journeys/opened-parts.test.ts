import { journey } from './journey.ts'
import { oneLook } from './looks.ts'
import { checkOpenedParts } from './opened-parts.ts'

journey('axe finds no fault in what people open on a screen', { timeout: 300_000 }, ({ newVisitor }) =>
  checkOpenedParts(newVisitor, oneLook),
)
