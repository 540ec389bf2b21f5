import type { PermissionValues } from '../../shared/access/permission-values.ts'
import { actionsInWords, groupsInWords } from '../../shared/access/permission-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import classes from './permission-input.module.css'

/** What a permission allows or denies, and in which groups. */
export const PermissionSentence = ({ permission }: { permission: PermissionValues }) => {
  const t = useText()
  return (
    <p className={classes.words}>
      <strong>{t(permission.is_denied ? 'roles.words_denies' : 'roles.words_allows')}</strong>{' '}
      {actionsInWords(permission, t)} · {groupsInWords(permission.conditions, t)}
    </p>
  )
}
