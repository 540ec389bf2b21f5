import { actionsInWords, groupsInWords } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { permissionsOf, type RuleValues } from '../grants/rule-values.ts'
import classes from './permission.module.css'

interface PermissionSentenceProps {
  rule: RuleValues
  /** The groups of other rules that are the same otherwise. */
  alsoIn?: readonly RuleValues['conditions'][]
}

/** What a rule allows or denies, and in which groups. Several patterns stand one below the other. */
export const PermissionSentence = ({ rule, alsoIn = [] }: PermissionSentenceProps) => {
  const t = useText()
  const intl = useIntl()
  const effect = <strong>{t(rule.is_denied ? 'roles.words_denies' : 'roles.words_allows')}</strong>
  const actions = permissionsOf(rule).map((permission) => actionsInWords(permission, t))
  const places = [rule.conditions, ...alsoIn].map((conditions) => groupsInWords(conditions, t))
  const groups = intl.formatList(places, { type: 'disjunction' })
  if (actions.length === 1) {
    return (
      <p className={classes.words}>
        {effect} {actions} · {groups}
      </p>
    )
  }
  return (
    <div className={classes.words}>
      {effect} {groups}
      <ul className={classes.patterns}>
        {actions.map((action, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same pattern can stand there twice
          <li key={place}>{action}</li>
        ))}
      </ul>
    </div>
  )
}
