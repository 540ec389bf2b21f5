import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { withFurtherRules } from '../grants/edit-grants.ts'
import { type EditedRule, furtherRules, placesOfFurtherRules, type RoleGrants } from '../grants/role-grants.ts'
import classes from '../preview/permission.module.css'
import type { MatchOf } from '../preview/use-role-preview.ts'
import { PermissionsInput } from './permissions-input.tsx'

interface FurtherRulesProps {
  grants: RoleGrants
  errors: Readonly<Record<string, unknown>>
  matchOf: MatchOf
  onRules: (rules: EditedRule[]) => void
}

/** Patterns, regular expressions, denials, and rules for other groups than the role's: closed while there are none. */
export const FurtherRules = ({ grants, errors, matchOf, onRules }: FurtherRulesProps) => {
  const t = useText()
  const rules = furtherRules(grants)
  const [isOpen, { toggle }] = useDisclosure(rules.length > 0)
  return (
    <Panel title={t('roles.advanced')}>
      <Group mb={isOpen ? 'sm' : 0}>
        <Button
          size="compact-sm"
          variant="default"
          classNames={{ root: classes.toggle, label: classes.toggleLabel }}
          aria-expanded={isOpen}
          rightSection={<IconChevronDown size={14} aria-hidden style={{ rotate: isOpen ? '180deg' : '0deg' }} />}
          onClick={toggle}
        >
          {t('roles.advanced_rules', { count: rules.length })}
        </Button>
      </Group>
      {isOpen && (
        <PermissionsInput
          permissions={rules}
          firstPlaces={placesOfFurtherRules(grants)}
          errors={errors}
          matchOf={matchOf}
          onChange={(changed) => onRules(withFurtherRules(grants, changed))}
        />
      )}
    </Panel>
  )
}
