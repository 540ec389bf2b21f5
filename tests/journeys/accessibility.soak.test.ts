import { checkEveryScreen } from './accessible-screens.ts'
import { journey } from './journey.ts'
import { otherLooks } from './looks.ts'

journey(
  'axe finds no fault on any screen in the other widths and modes, nor does a screen shift or scroll sideways there',
  { timeout: 3_600_000 },
  ({ visitor }) => checkEveryScreen(visitor, otherLooks),
)
