import { type AccountDeviceConfiguration, calls, maxSilentDays } from '@holdfast/contract'
import { NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { callApi } from '../../shared/api/client.ts'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
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

interface DeviceSettings extends GpsInterval {
  /** A text while the field is empty. */
  silentDays: number | string
}

const valuesOf = (configuration: AccountDeviceConfiguration | null): DeviceSettings => ({
  ...gpsIntervalOf(configuration?.gps_interval_ms ?? 0),
  silentDays: configuration?.deactivate_after_days ?? '',
})

const textsOf = ({ silentDays, ...interval }: DeviceSettings): FieldTexts => ({
  'settings.gps_interval': gpsIntervalText(interval),
  'settings.silent_days': String(silentDays),
})

const silentDaysRule = (days: number | string): string | null =>
  Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxSilentDays
    ? null
    : text('settings.silent_days_range', { most: maxSilentDays })

interface DeviceConfigurationFormProps {
  configuration: AccountDeviceConfiguration
  isReadOnly: boolean
}

/** The configuration of all devices of the account: how often they take their position, and when silent ones are deactivated. */
export const DeviceConfigurationForm = ({ configuration, isReadOnly }: DeviceConfigurationFormProps) => {
  const t = useText()
  const intl = useIntl()
  const edit = useEdit({
    item: configuration,
    call: calls.putAccountDeviceConfiguration,
    changes: [calls.getAccountDeviceConfiguration],
    valuesOf,
    validate: {
      amount: (_: unknown, interval: DeviceSettings) => gpsIntervalRule(interval),
      silentDays: silentDaysRule,
    },
    inputOf: (values, version) => ({
      body: {
        version,
        gps_interval_ms: gpsIntervalMs(values),
        deactivate_after_days: Number(values.silentDays),
      },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountDeviceConfiguration, { signal }),
    onSaved: (saved) => saved,
  })
  const { form } = edit
  const isFit = gpsIntervalRule(form.values) === null
  return (
    <Panel title={t('settings.devices')}>
      <form onSubmit={form.onSubmit(() => edit.save(), edit.focusInvalid)} noValidate>
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
          <NumberInput
            maw={360}
            label={t('settings.silent_days')}
            description={t('settings.silent_days_hint')}
            min={1}
            max={maxSilentDays}
            allowDecimal={false}
            clampBehavior="none"
            disabled={isReadOnly}
            {...form.getInputProps('silentDays')}
          />
          <EditEnd tellsChange edit={edit} isReadOnly={isReadOnly} textsOf={textsOf} />
        </Stack>
      </form>
    </Panel>
  )
}
