import { calls, type Report } from '@holdfast/contract'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBellOff, IconDots, IconInfoCircle, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DeleteDialog } from '../../shared/forms/delete-dialog.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { ReportDialog } from '../../shared/scheduled-reports/report-dialog.tsx'
import { PopoverAction } from '../../shared/ui/popover-action.tsx'
import { usePopover } from '../../shared/ui/use-popover.ts'
import { ReportDetails } from './last-mails.tsx'

/** Everything that the person may do with a report. */
export const ReportActions = ({ report }: { report: Report }) => {
  const t = useText()
  const { target, isOpen, setIsOpen, close } = usePopover()
  const [dialog, setDialog] = useState<'details' | 'edit' | 'delete' | null>(null)
  const { report_reference, name, may } = report
  const done = (message: 'reports.asked' | 'reports.left') => () => notice(text(message), name)
  const changed = { call: calls.changeReport, changes: [calls.listReports] }
  const asking = useSave({ ...changed, onSaved: done('reports.asked') })
  const leaving = useSave({ ...changed, onSaved: done('reports.left') })
  const params = { report_reference }
  const choose = (act: () => void) => () => {
    close()
    act()
  }
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true }
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus>
        <Popover.Target>
          <ActionIcon
            ref={target}
            variant="subtle"
            color="gray"
            aria-label={t('reports.actions', { name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={4} aria-label={t('reports.actions', { name })}>
          <PopoverAction
            icon={<IconMailForward {...icon} />}
            onClick={choose(() => asking.save({ params, body: { operation: 'send_to_me' } }))}
          >
            {t('reports.send_to_me')}
          </PopoverAction>
          <PopoverAction icon={<IconInfoCircle {...icon} />} onClick={choose(() => setDialog('details'))}>
            {t('reports.show_details')}
          </PopoverAction>
          {may.includes('change') && (
            <PopoverAction icon={<IconPencil {...icon} />} onClick={choose(() => setDialog('edit'))}>
              {t('reports.edit')}
            </PopoverAction>
          )}
          {may.includes('leave') && (
            <PopoverAction
              icon={<IconBellOff {...icon} />}
              onClick={choose(() => leaving.save({ params, body: { operation: 'leave' } }))}
            >
              {t('reports.leave')}
            </PopoverAction>
          )}
          {may.includes('change') && (
            <PopoverAction icon={<IconTrash {...icon} />} onClick={choose(() => setDialog('delete'))}>
              {t('form.delete')}
            </PopoverAction>
          )}
        </Popover.Dropdown>
      </Popover>
      {dialog === 'details' && <ReportDetails report={report} onClose={() => setDialog(null)} />}
      {dialog === 'edit' && <ReportDialog report={report} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteReport report={report} onClose={() => setDialog(null)} />}
    </>
  )
}

const DeleteReport = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const t = useText()
  const { report_reference, name, version } = report
  const deleting = useSave({
    call: calls.changeReport,
    changes: [calls.listReports],
    onSaved: () => {
      notice(text('form.deleted'), name)
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={name}
      body={t('reports.delete_body')}
      deleting={deleting}
      onDelete={() => deleting.save({ params: { report_reference }, body: { operation: 'delete', version } })}
      onClose={onClose}
    />
  )
}
