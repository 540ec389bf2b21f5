import { type AccountDeviceConfiguration, calls } from '@holdfast/contract'
import { NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { callApi } from '../../shared/api/client.ts'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import {
  type GpsInterval,
  type GpsUnit,
  gpsIntervalMs,
  gpsIntervalOf,
  gpsIntervalRule,
  gpsIntervalText,
  gpsUnits,
} from './gps-interval.ts'

const dayMs = 86_400_000

const valuesOf = (configuration: AccountDeviceConfiguration | null): GpsInterval =>
  gpsIntervalOf(configuration?.gps_interval_ms ?? 0)

const textsOf = (interval: GpsInterval): FieldTexts => ({ 'settings.gps_interval': gpsIntervalText(interval) })

interface DeviceConfigurationFormProps {
  configuration: AccountDeviceConfiguration
  isReadOnly: boolean
}

/** The configuration of all devices of the account: how often they take their position. */
export const DeviceConfigurationForm = ({ configuration, isReadOnly }: DeviceConfigurationFormProps) => {
  const t = useText()
  const intl = useIntl()
  const edit = useEdit({
    item: configuration,
    call: calls.putAccountDeviceConfiguration,
    changes: [calls.getAccountDeviceConfiguration],
    valuesOf,
    validate: { amount: (_: unknown, interval: GpsInterval) => gpsIntervalRule(interval) },
    inputOf: (interval, version) => ({ body: { version, gps_interval_ms: gpsIntervalMs(interval) } }),
    readLatest: (_, signal) => callApi(calls.getAccountDeviceConfiguration, { signal }),
    onSaved: (saved) => saved,
  })
  const { form } = edit
  const isFit = gpsIntervalRule(form.values) === null
  return (
    <Panel title={t('settings.devices')}>
      <form onSubmit={form.onSubmit(() => edit.save())} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings.gps_hint')}
          </Text>
          <SimpleGrid cols={2} maw={360}>
            <NumberInput
              label={t('settings.gps_interval')}
              min={0}
              decimalScale={3}
              decimalSeparator={intl.formatNumber(0.5).charAt(1)}
              allowedDecimalSeparators={['.', ',']}
              disabled={isReadOnly}
              {...form.getInputProps('amount')}
            />
            <Select
              label={t('settings.gps_unit')}
              data={gpsUnits.map((unit) => ({ value: unit, label: t(`settings.gps_${unit}`) }))}
              allowDeselect={false}
              disabled={isReadOnly}
              value={form.values.unit}
              onChange={(unit) => {
                form.setFieldValue('unit', unit as GpsUnit)
                form.clearFieldError('amount')
              }}
            />
          </SimpleGrid>
          <Text size="sm" role="status">
            {isFit && t('settings.gps_a_day', { count: Math.floor(dayMs / gpsIntervalMs(form.values)) })}
          </Text>
          <EditEnd edit={edit} isReadOnly={isReadOnly} textsOf={textsOf} />
        </Stack>
      </form>
    </Panel>
  )
}
