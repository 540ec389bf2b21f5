import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'
import { ReportDialog } from './report-dialog.tsx'
import type { ReportSource } from './source-input.tsx'

/** Whether the person may have reports sent; staff on a visit have none. */
export const useMayReport = (): boolean => {
  const can = useCan()
  const { support } = useSession()
  return support === null && can('reports:write')
}

interface SendByScheduleProps {
  /** What the screen shows. */
  source: Partial<ReportSource> & Pick<ReportSource, 'kind'>
  /** The name that is proposed. */
  name: string
}

/** Beside the title of a screen with figures: has its counts sent by e-mail at fixed times. */
export const SendBySchedule = ({ source, name }: SendByScheduleProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (!useMayReport()) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} stroke={1.7} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('reports.send_by_schedule')}
      </Button>
      {isOpen && (
        <ReportDialog
          source={{ view_reference: null, queue_reference: null, ...source, name }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
