import { calls } from '@holdfast/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList } from '../../shared/list/use-list.ts'
import { ReportDialog } from './run-report.tsx'

/** The report of the run that the address names, as links from recordings do. */
export const LinkedRun = () => {
  const { run: run_id } = useSearch({ strict: false }) as { run?: string }
  return run_id === undefined ? null : <Linked run_id={run_id} />
}

const Linked = ({ run_id }: { run_id: string }) => {
  const navigate = useNavigate()
  const filter = useMemo(() => ({ run_ids: [run_id] }), [run_id])
  const { rows } = useList({ call: calls.listRetentionRuns, filter })
  const [run] = rows
  const leave = () => void navigate({ to: '/dashboard/account/retention', replace: true })
  return run ? <ReportDialog run={run} isOpen onClose={leave} /> : null
}
