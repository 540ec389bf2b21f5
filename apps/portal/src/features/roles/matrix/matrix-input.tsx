import type { Action, PayloadType, RolePreview } from '@holdfast/contract'
import { Group, Input, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { providerAccount } from '../../../shared/session/provider-account.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import { withActions } from '../grants/edit-grants.ts'
import { type Area, areasOf, isOfGroups, isOfKinds } from '../grants/matrix-areas.ts'
import { type EditedRule, isAllowed, type RoleGrants } from '../grants/role-grants.ts'
import { AreaActions, AreaCheckbox, AreaInput, type MatrixAction } from './area-input.tsx'
import { KindsTable } from './kinds-table.tsx'
import classes from './matrix-input.module.css'

interface MatrixInputProps {
  grants: RoleGrants
  kinds: readonly PayloadType[] | null
  kindsError: ReactNode
  error: ReactNode
  /** What the role gives as it is now; `undefined` while that is not known. */
  reach: RolePreview['reach'] | undefined
  onRules: (rules: EditedRule[]) => void
  onKinds: (kinds: PayloadType[] | null) => void
}

/** What a role allows: actions in words, by area, and the kinds of recordings that it covers. */
export const MatrixInput = (props: MatrixInputProps) => {
  const { grants, kinds, kindsError, error, reach = [], onRules, onKinds } = props
  const t = useText()
  const { client } = useSession()
  const change = (actions: readonly Action[], isTicked: boolean) => onRules(withActions(grants, actions, isTicked))
  const actionsOf = ({ actions }: Area): MatrixAction[] =>
    actions.map((action) => {
      const isTicked = isAllowed(grants, action)
      const isGivenByRules = !isTicked && reach.some((one) => one.action === action)
      const isOfAccount = grants.scope !== null && !isOfGroups(action)
      const note = isGivenByRules ? t('roles.matrix_by_rules') : isOfAccount ? t('roles.matrix_account') : undefined
      return { action, isTicked, note }
    })
  return (
    <Stack gap="xl">
      {areasOf(client === providerAccount, (action) => isAllowed(grants, action)).map((area) => {
        const own = { name: area.name, actions: actionsOf(area), onChange: change }
        if (!isOfKinds(area)) return <AreaInput key={area.name} {...own} />
        return (
          <fieldset key={area.name} className={classes.fieldset}>
            <VisuallyHidden component="legend">{t(`roles.area_${area.name}`)}</VisuallyHidden>
            <Group justify="space-between">
              <AreaCheckbox {...own} />
              <SegmentedControl
                size="xs"
                aria-label={t('roles.kinds')}
                value={kinds === null ? 'all' : 'some'}
                onChange={(choice) => onKinds(choice === 'all' ? null : [])}
                data={[
                  { value: 'all', label: t('roles.all_kinds') },
                  { value: 'some', label: t('roles.some_kinds') },
                ]}
              />
            </Group>
            {kindsError && <Input.Error mt={4}>{kindsError}</Input.Error>}
            {kinds === null ? (
              <AreaActions {...own} />
            ) : (
              <KindsTable actions={own.actions} kinds={kinds} onChange={change} onKinds={onKinds} />
            )}
          </fieldset>
        )
      })}
      {error && <Input.Error size="sm">{error}</Input.Error>}
    </Stack>
  )
}
