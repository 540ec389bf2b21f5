import { Anchor } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { rememberName } from '../found/use-names.ts'
import { useText } from '../i18n/text.ts'
import type { FilterField } from '../list/filter-fields.ts'
import { FoundInput } from '../list/found-input.tsx'
import { Panel } from '../ui/panel.tsx'

const list = '/dashboard/services/all'

interface BetweenProps {
  /** The device user. */
  person: string
  number: string
  /** The name of the number's party, if it is known. */
  name?: string | undefined
}

/** Leads to all recordings of a device user with a number. */
export const BetweenLink = ({ person, number, name }: BetweenProps) => (
  <Anchor
    size="xs"
    display="block"
    renderRoot={(props) => (
      <Link
        {...props}
        to={list}
        search={{ filter: { device_user_references: [person], numbers: [number] } }}
        onClick={() => name && rememberName(number, name)}
      />
    )}
  >
    {useText()('between.all')}
  </Anchor>
)

const numberField: Extract<FilterField, { kind: 'found' }> = {
  kind: 'found',
  finds: 'number',
  name: 'numbers',
  label: 'payload.numbers',
}
const nothingChosen = {}

/** Finds a number and leads to all recordings of the device user with it. */
export const BetweenPanel = ({ person }: { person: string }) => {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Panel title={t('between.title')}>
      <FoundInput
        field={numberField}
        filter={nothingChosen}
        most={1}
        onChange={({ numbers }) =>
          void (numbers && navigate({ to: list, search: { filter: { device_user_references: [person], numbers } } }))
        }
      />
    </Panel>
  )
}
