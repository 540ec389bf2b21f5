import { calls, LicenceLimit, type ListedLicences, type ServiceLimits, serviceNames } from '@holdfast/contract'
import { Button, Modal, NumberInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'

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

const fieldsOf = (): readonly Field<ServiceLimits>[] =>
  serviceNames.map((service) => ({
    name: service,
    label: `service.${service}`,
    isRequired: true,
    schema: LicenceLimit,
    input: (props) => <NumberInput {...props} allowDecimal={false} allowNegative={false} thousandSeparator />,
  }))

const LimitsForm = ({ licences }: { licences: ListedLicences }) => {
  const t = useText()
  const { client, used } = licences
  const edit = useEdit({
    item: licences,
    call: calls.putLicences,
    changes: [calls.listLicences],
    valuesOf: (saved: ListedLicences | null) => limitsOf(saved ?? licences),
    validate: rulesOf(fieldsOf),
    inputOf: (values, version) => ({ params: { client }, body: { version, ...values } }),
    readLatest: async (_, signal) => {
      const page = await callApi(calls.listLicences, { query: { filter: { clients: [client] } }, signal })
      const [latest] = 'items' in page ? page.items : []
      if (!latest) throw new Error(`${client} is gone`)
      return latest
    },
    onSaved: (saved) => ({ ...licences, ...saved }),
  })
  const below = serviceNames.filter((service) => edit.form.values[service] < used[service])
  return (
    <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={false} hint={t('licences.limits_hint')}>
      {below.length > 0 && (
        <Text size="sm" role="status">
          {t('licences.below_use', { services: below.map((service) => t(`service.${service}`)).join(', ') })}
        </Text>
      )}
    </RecordEditor>
  )
}
