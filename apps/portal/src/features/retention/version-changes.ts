import { type RetentionRules, type RetentionVersion, recordedRules, type VisitChange } from '@holdfast/contract'

const settingNames = ['delay_days', 'confirm_above_recordings', 'confirm_above_bytes', 'run_share_percent'] as const

/** The changes of a version, field by field, as on the trail. @param before `null` for the first version */
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

type Ended = Pick<RetentionVersion, 'version' | 'state' | 'saved_at' | 'ended_at'>

/**
 * What a version is compared with: the one before that was in force, and not a change that never took effect. A version that ended such a
 * change and has the same rules as before withdrew it.
 * @param rows the newest first
 */
export const versionBefore = <V extends Ended>(rows: readonly V[], place: number, hasMore: boolean) => {
  const [version, next] = [rows[place], rows[place + 1]]
  const found = rows.slice(place + 1).find(({ state }) => state === 'in_force' || state === 'replaced')
  const isEnding = next?.state === 'ended_before' && next.ended_at !== null && next.ended_at === version?.saved_at
  return { before: found ?? (hasMore ? undefined : null), withdrawn: isEnding ? next.version : null }
}
