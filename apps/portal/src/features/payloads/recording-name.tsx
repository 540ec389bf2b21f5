import type { Payload } from '@holdfast/contract'
import { partiesOf } from '@holdfast/words'
import { PartiesText } from '../../shared/recordings/parties-text.tsx'
import { WhoText } from '../../shared/recordings/who-text.tsx'
import { Moment } from '../../shared/ui/moment.tsx'

/** A recording as lists name it: when, whose, and the other side. */
export const RecordingName = ({ payload }: { payload: Payload }) => (
  <>
    <Moment time={payload.payload_time} timezone={payload.meta.timezone} localTime={payload.meta.local_time} />
    {' · '}
    <WhoText recording={payload} /> {partiesOf(payload).length > 0 && <PartiesText payload={payload} />}
  </>
)
