import { checkEveryScreen } from './accessible-screens.ts'
import { journey } from './journey.ts'
import { oneLook } from './looks.ts'

journey(
  'axe finds no fault on any screen; no screen shifts while it loads or opens a recording, or scrolls sideways on a phone',
  { timeout: 1_200_000 },
  ({ visitor }) => checkEveryScreen(visitor, oneLook),
)
