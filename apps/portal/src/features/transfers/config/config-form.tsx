import { calls, type TransferConfig } from '@holdfast/contract'
import { Alert, Button, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { callApi } from '../../../shared/api/client.ts'
import { type Field, rulesOf, textsOf } from '../../../shared/forms/field.ts'
import { EditEnd } from '../../../shared/forms/form-end.tsx'
import { FormFields } from '../../../shared/forms/form-fields.tsx'
import { useEdit } from '../../../shared/forms/use-edit.ts'
import { useFirstField } from '../../../shared/forms/use-first-field.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { fieldsOf, fieldsOfSection, type SectionName, type Stored, sectionNames } from './config-fields.tsx'
import { bodyOf, type ConfigValues, valuesOf } from './config-values.ts'
import { DestinationFacts } from './destination-facts.tsx'
import { DestinationTest } from './destination-test.tsx'
import { NextRuns } from './next-runs.tsx'

interface ConfigFormProps {
  config: TransferConfig | null
  isReadOnly: boolean
}

/** The editor of a transfer configuration, in sections. */
export const ConfigForm = ({ config, isReadOnly }: ConfigFormProps) => {
  const t = useText()
  const can = useCan()
  const stored: Stored = { config, mayDownload: can('payloads:download') }
  const edit = useEdit({
    item: config,
    call: config ? calls.putTransferConfig : calls.createTransferConfig,
    changes: [calls.listTransferConfigs, calls.getTransferConfig],
    valuesOf,
    validate: rulesOf(fieldsOf(stored)),
    inputOf: (values, version) => {
      const { transfer_config_reference } = values
      const body = bodyOf(values)
      return { params: { transfer_config_reference }, body: config ? { version, ...body } : body }
    },
    readLatest: ({ transfer_config_reference }, signal): Promise<TransferConfig> =>
      callApi(calls.getTransferConfig, { params: { transfer_config_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ transfer_config_reference }) => ['transfer_configs', transfer_config_reference],
  })
  const { form } = edit
  const ref = useFirstField()
  const below = {
    when: <NextRuns schedule={form.values.schedule} time_zone={form.values.time_zone} />,
    where: <Destination form={form} stored={stored} isReadOnly={isReadOnly} />,
    how: config?.pgp && <PgpFacts pgp={config.pgp} />,
    state: !isReadOnly && !stored.mayDownload && <Alert color="yellow">{t('transfer_configs.no_content_right')}</Alert>,
  } satisfies Partial<Record<SectionName, ReactNode>>
  const saveOff = () => {
    form.setFieldValue('is_active', false)
    edit.save()
  }
  return (
    <form ref={ref} onSubmit={form.onSubmit(() => edit.save(), edit.focusInvalid)} noValidate>
      <Stack>
        {sectionNames.map((section) => (
          <Section
            key={section}
            name={section}
            form={form}
            fields={fieldsOfSection(section, form.values, stored).filter(
              ({ isReference }) => edit.isNew || !isReference,
            )}
            isReadOnly={isReadOnly}
          >
            {section in below && below[section as keyof typeof below]}
          </Section>
        ))}
        <EditEnd tellsChange edit={edit} isReadOnly={isReadOnly} textsOf={textsOf(fieldsOf(stored))}>
          {edit.refusal?.code === 'transfer_config.needs_content_right' && (
            <Button size="xs" variant="default" mt="xs" onClick={saveOff}>
              {t('transfer_configs.save_off')}
            </Button>
          )}
        </EditEnd>
      </Stack>
    </form>
  )
}

interface SectionProps {
  name: SectionName
  form: UseFormReturnType<ConfigValues>
  fields: readonly Field<ConfigValues>[]
  isReadOnly: boolean
  children: ReactNode
}

const Section = ({ name, form, fields, isReadOnly, children }: SectionProps) => {
  const t = useText()
  return (
    <Panel title={t(`transfer_configs.section_${name}`)}>
      <Stack>
        <FormFields form={form} fields={fields} isReadOnly={isReadOnly} />
        {children}
      </Stack>
    </Panel>
  )
}

interface DestinationProps {
  form: UseFormReturnType<ConfigValues>
  stored: Stored
  isReadOnly: boolean
}

const Destination = ({ form, stored, isReadOnly }: DestinationProps) => {
  /** A test does without what it finds out: the key of the server. It tries the PGP key as well. */
  const isComplete = (): boolean => {
    const rules = rulesOf((values: ConfigValues) => [
      ...fieldsOfSection('where', values, stored).filter(({ name }) => name !== 'params.host_key'),
      ...fieldsOfSection('how', values, stored).filter(({ name }) => name === 'pgp_key'),
    ])
    const problems = Object.entries(rules(form.getValues())).filter(([, problem]) => problem !== null)
    form.setErrors({ ...form.errors, ...Object.fromEntries(problems) })
    const [first] = problems
    if (first) form.getInputNode(first[0])?.focus()
    return first === undefined
  }
  return (
    <>
      <DestinationFacts values={form.values} config={stored.config} />
      {!isReadOnly && (
        <DestinationTest
          values={form.values}
          isComplete={isComplete}
          onFieldErrors={form.setErrors}
          onPin={(host_key) => {
            form.setFieldValue('params.host_key', host_key)
            form.clearFieldError('params.host_key')
          }}
        />
      )}
    </>
  )
}

/** Facts of the stored key. */
const PgpFacts = ({ pgp: { fingerprint, expires_at, problem } }: { pgp: NonNullable<TransferConfig['pgp']> }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Stack gap="xs">
      {problem !== null && <Alert color="red">{t(`transfer_configs.pgp_${problem}`)}</Alert>}
      <Facts
        title={null}
        facts={[
          { label: t('transfer_configs.fingerprint'), value: <code>{fingerprint}</code>, copy: fingerprint },
          {
            label: t('transfer_configs.expires'),
            value: expires_at
              ? intl.formatDate(expires_at, { dateStyle: 'medium' })
              : t('transfer_configs.never_expires'),
          },
        ]}
      />
    </Stack>
  )
}
