import { type CallInput, calls } from '@holdfast/contract'
import { useNavigate } from '@tanstack/react-router'
import { useSave } from '../../shared/forms/use-save.ts'
import { text } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'

export type Start = CallInput<typeof calls.startMigration>['body']

/** Starts a run and opens its screen. */
export const useStart = () => {
  const navigate = useNavigate()
  const { save, isSaving, refusal } = useSave({
    call: calls.startMigration,
    changes: [calls.listMigrations],
    onSaved: ({ migration_id, is_dry_run }, isShown) => {
      notice(text(is_dry_run ? 'migrations.dry_run_begun' : 'migrations.begun'))
      if (isShown) void navigate({ to: '/dashboard/account/migrations/$migration_id', params: { migration_id } })
    },
  })
  return { start: (body: Start) => save({ body }), isStarting: isSaving, refusal }
}
