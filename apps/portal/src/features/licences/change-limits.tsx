import { calls, LicenceLimit, type ListedLicences, type ServiceLimits, serviceNames } from '@holdfast/contract'
import { Button, Modal, NumberInput, type NumberInputProps, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { callApi } from '../../shared/api/client.ts'
import { type FieldsOf, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useNumberSeparators } from '../../shared/i18n/use-number-separators.ts'

/** Opens the licence limits of a customer, to change them. */
export const ChangeLimits = ({ licences }: { licences: ListedLicences }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { client, name } = licences
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('licences.change_of', { name })}
        onClick={open}
      >
        {t('licences.change')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('licences.limits_of', { name })}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <LimitsForm key={client} licences={licences} />
      </Modal>
    </>
  )
}

const limitsOf = (of: ServiceLimits): ServiceLimits =>
  Object.fromEntries(serviceNames.map((service) => [service, of[service]])) as ServiceLimits

/** How many licences are in use; warns of a limit below that. */
const UseHint = ({ used, isBelow }: { used: number; isBelow: boolean }) => {
  const t = useText()
  if (!isBelow) return t('licences.in_use', { used })
  return (
    <Text span inherit c="var(--mantine-color-error)" role="status">
      {t('licences.below_use', { used })}
    </Text>
  )
}

const LimitInput = (props: NumberInputProps) => (
  <NumberInput {...props} {...useNumberSeparators()} allowDecimal={false} allowNegative={false} />
)

const fieldsOf =
  ({ used }: ListedLicences): FieldsOf<ServiceLimits> =>
  (values) =>
    serviceNames.map((service) => {
      // An emptied field has a text instead of a number.
      const limit: number | string = values[service]
      const isBelow = typeof limit === 'number' && limit < used[service]
      return {
        name: service,
        label: `service.${service}`,
        isRequired: true,
        schema: LicenceLimit,
        input: (props) => <LimitInput {...props} description={<UseHint used={used[service]} isBelow={isBelow} />} />,
      }
    })

const LimitsForm = ({ licences }: { licences: ListedLicences }) => {
  const t = useText()
  const { client } = licences
  const fields = fieldsOf(licences)
  const edit = useEdit({
    item: licences,
    call: calls.putLicences,
    changes: [calls.listLicences],
    valuesOf: (saved: ListedLicences | null) => limitsOf(saved ?? licences),
    validate: rulesOf(fields),
    inputOf: (values, version) => ({ params: { client }, body: { version, ...values } }),
    readLatest: async (_, signal) => {
      const page = await callApi(calls.listLicences, { query: { filter: { clients: [client] } }, signal })
      const [latest] = 'items' in page ? page.items : []
      if (!latest) throw new Error(`${client} is gone`)
      return latest
    },
    onSaved: (saved) => ({ ...licences, ...saved }),
  })
  return <RecordEditor edit={edit} fieldsOf={fields} isReadOnly={false} hint={t('licences.limits_hint')} />
}
