import type { MigrationReconciliation } from '@holdfast/contract'
import type { MessageId } from '../../../shared/i18n/text.ts'
import type { Tone } from '../../../shared/ui/badge.tsx'

type Sample = Pick<MigrationReconciliation, 'sample_size' | 'sample_opened' | 'sample_failures'>

/** How a sample came out. It is good only if every recording was opened. */
export const sampleVerdict = ({
  sample_size,
  sample_opened,
  sample_failures,
}: Sample): { tone: Tone; text: MessageId } => {
  if (sample_failures > 0) return { tone: 'bad', text: 'migrations.sample_different' }
  if (sample_opened === 0) return { tone: 'neutral', text: 'migrations.sample_unopened' }
  return { tone: sample_opened < sample_size ? 'warn' : 'good', text: 'migrations.sample_same' }
}
