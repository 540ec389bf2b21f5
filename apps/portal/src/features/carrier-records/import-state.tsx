import type { CarrierImport, CarrierImportState } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

const tones: Record<CarrierImportState, Tone> = {
  Uploaded: 'info',
  Importing: 'info',
  Imported: 'good',
  Failed: 'bad',
  Undone: 'neutral',
}

export const ImportState = ({ file: { state } }: { file: Pick<CarrierImport, 'state'> }) => {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`carrier.state_${state}`)}</Badge>
}
