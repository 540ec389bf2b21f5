import { type RetentionRules, recordedRules, type VisitChange } from '@holdfast/contract'

const settingNames = ['delay_days', 'confirm_above_recordings', 'confirm_above_bytes', 'run_share_percent'] as const

/** What a version changes, field by field, as the trail has it. @param before `null` for the first version */
export const changesOfVersion = (before: RetentionRules | null, after: RetentionRules): VisitChange[] => {
  const [were, are] = [before ? recordedRules(before) : [], recordedRules(after)]
  const gone = were.filter((rule) => !are.includes(rule))
  const come = are.filter((rule) => !were.includes(rule))
  const single = (field: VisitChange['field'], from: unknown, to: unknown): VisitChange[] =>
    before === null || from === to ? [] : [{ field, before: [String(from)], after: [String(to)], left_off: 0 }]
  return [
    ...(gone.length + come.length > 0
      ? [{ field: 'retention_rules' as const, before: gone, after: come, left_off: 0 }]
      : []),
    ...settingNames.flatMap((name) => single(name, before?.settings[name], after.settings[name])),
    ...single('is_locked', before?.is_locked, after.is_locked),
  ]
}
