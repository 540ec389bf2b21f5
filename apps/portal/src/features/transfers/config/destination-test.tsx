import {
  calls,
  newReference,
  TransferConfigReference,
  type TransferTest,
  type TransferTestStep,
} from '@holdfast/contract'
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { type ConfigValues, testBodyOf } from './config-values.ts'
import classes from './destination-test.module.css'

interface DestinationTestProps {
  values: ConfigValues
  /** Whether the fields of the destination are filled in; moves the focus to the first that is not. */
  isComplete: () => boolean
  onFieldErrors: (errors: Record<string, string>) => void
  onPin: (host_key: string) => void
}

/** Tries the destination as it is entered, before it is saved. */
export const DestinationTest = ({ values, isComplete, onFieldErrors, onPin }: DestinationTestProps) => {
  const t = useText()
  const { transfer_config_reference } = values
  const body = testBodyOf(values)
  const asked = JSON.stringify(body)
  const [done, setDone] = useState<{ test: TransferTest; asked: string } | null>(null)
  const [sent, setSent] = useState('')
  const testing = useSave({
    call: calls.testTransferConfig,
    changes: [],
    onFieldErrors,
    onSaved: (test) => setDone({ test, asked: sent }),
  })
  const isNamed = fieldRule(newReference(TransferConfigReference))(transfer_config_reference) === null
  const begin = () => {
    if (!isComplete()) return
    setSent(asked)
    testing.save({ params: { transfer_config_reference }, body })
  }
  return (
    <Stack gap="sm" className={classes.test}>
      <Group gap="sm">
        <Button variant="default" loading={testing.isSaving} disabled={!isNamed} onClick={begin}>
          {t('transfer_configs.test')}
        </Button>
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          {t(isNamed ? 'transfer_configs.test_hint' : 'transfer_configs.test_needs_reference')}
        </Text>
      </Group>
      <Refusal refusal={testing.refusal} />
      {done && !testing.isSaving && (
        <TestResult
          key={done.asked}
          test={done.test}
          isOutdated={done.asked !== asked}
          pinned={values.params.host_key}
          onPin={onPin}
        />
      )}
    </Stack>
  )
}

interface TestResultProps extends Pick<DestinationTestProps, 'onPin'> {
  test: TransferTest
  isOutdated: boolean
  pinned: string
}

const TestResult = ({ test, isOutdated, pinned, onPin }: TestResultProps) => {
  const t = useText()
  const { passed, host_key, host_key_fingerprint, steps } = test
  const hasWarning = steps.some(({ result }) => result === 'warning')
  const isToPin = host_key !== null && !isPinned(pinned, host_key)
  const summary = passed
    ? hasWarning
      ? 'transfer_configs.test_warned'
      : 'transfer_configs.test_passed'
    : isToPin && pinned.trim() === ''
      ? 'transfer_configs.test_needs_key'
      : 'transfer_configs.test_failed'
  return (
    <>
      <Text size="sm" fw={500} role="status">
        {t(isOutdated ? 'transfer_configs.test_outdated' : summary)}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
      {isToPin && (
        <PinKey host_key={host_key} fingerprint={host_key_fingerprint} isOther={pinned.trim() !== ''} onPin={onPin} />
      )}
    </>
  )
}

/** `ssh-keyscan` writes the host before the key, and comments stand after it. */
const isPinned = (pinned: string, host_key: string): boolean => {
  const [, base64 = host_key] = host_key.split(' ')
  return pinned.split(/\s+/).includes(base64)
}

const icons = {
  passed: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  skipped: IconCircleMinus,
} as const

const Step = ({ step, result, detail, milliseconds }: TransferTestStep) => {
  const t = useText()
  const intl = useIntl()
  const Icon = icons[result]
  const seconds = intl.formatNumber(milliseconds / 1000, { maximumFractionDigits: 2 })
  return (
    <li className={classes.step} data-result={result}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <span className={classes.name}>{t(`transfer_configs.step_${step}`)}</span>
      <span className={classes.result}>
        {t(`transfer_configs.result_${result}`)}
        {result !== 'skipped' && <span className={classes.duration}> · {seconds} s</span>}
      </span>
      {detail !== null && <bdi className={classes.detail}>{detail}</bdi>}
    </li>
  )
}

interface PinKeyProps extends Pick<DestinationTestProps, 'onPin'> {
  host_key: string
  fingerprint: string | null
  /** Another key is pinned. */
  isOther: boolean
}

/** The key that the server showed is pinned once somebody has compared its fingerprint. */
const PinKey = ({ host_key, fingerprint, isOther, onPin }: PinKeyProps) => {
  const t = useText()
  const [isCompared, setCompared] = useState(false)
  return (
    <Alert
      color={isOther ? 'red' : 'blue'}
      title={t(isOther ? 'transfer_configs.other_key' : 'transfer_configs.shown_key')}
    >
      <Stack gap="sm" align="start">
        <code className={classes.fingerprint}>{fingerprint}</code>
        <Text size="sm">{t('transfer_configs.compare_key')}</Text>
        <Checkbox
          label={t('transfer_configs.compared')}
          checked={isCompared}
          onChange={({ currentTarget }) => setCompared(currentTarget.checked)}
        />
        <Button size="xs" disabled={!isCompared} onClick={() => onPin(host_key)}>
          {t('transfer_configs.pin')}
        </Button>
      </Stack>
    </Alert>
  )
}
