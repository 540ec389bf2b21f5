import { calls, type RetentionPolicy, retentionTemplates } from '@holdfast/contract'
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { LeaveQuestion } from '../../../shared/ui/leave-question.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { bodyOf, type EditedRules, editedRules, isDestroyedFirst, withTemplate } from './edited-rules.ts'
import { FreedPreview } from './freed-preview.tsx'
import { OtherRulesInput } from './other-rules-input.tsx'
import { RecordingRulesInput } from './recording-rules-input.tsx'
import { SafetyInput } from './safety-input.tsx'
import { usePreview } from './use-preview.ts'

interface RetentionFormProps {
  policy: RetentionPolicy
  onReadAgain: () => void
}

/** Edits the policy on top of the version that was read; a later version of somebody else is not overwritten. */
export const RetentionForm = ({ policy, onReadAgain }: RetentionFormProps) => {
  const t = useText()
  const [base, setBase] = useState(policy)
  const [rules, setRules] = useState(() => editedRules(policy))
  const change = (part: Partial<EditedRules>) => setRules({ ...rules, ...part })
  const startAgain = () => {
    setBase(policy)
    setRules(editedRules(policy))
  }
  return (
    <Stack>
      {base.version !== policy.version && (
        <Alert color="yellow" title={t('retention.changed_meanwhile')}>
          <Button size="xs" variant="default" onClick={startAgain}>
            {t('retention.take_latest')}
          </Button>
        </Alert>
      )}
      {base.pending && <Alert color="blue">{t('retention.continues_change')}</Alert>}
      {base.is_locked && <Alert color="blue">{t('retention.locked_policy')}</Alert>}
      <Template onChoose={(template) => setRules(withTemplate(rules, template))} />
      <RecordingRulesInput rules={rules.payloads} onChange={(payloads) => change({ payloads })} />
      <OtherRulesInput rules={rules.entities} onChange={(entities) => change({ entities })} />
      <SafetyInput
        settings={rules.settings}
        isLocked={rules.is_locked}
        wasLocked={base.is_locked}
        onChange={(settings) => change({ settings })}
        onLock={(is_locked) => change({ is_locked })}
      />
      <SaveRules base={base} rules={rules} onReadAgain={onReadAgain} />
    </Stack>
  )
}

const Template = ({ onChoose }: { onChoose: (template: (typeof retentionTemplates)[number]) => void }) => {
  const t = useText()
  return (
    <Panel>
      <NativeSelect
        label={t('retention.template')}
        description={t('retention.template_hint')}
        value=""
        maw={480}
        onChange={(event) => {
          const template = retentionTemplates.find(({ name }) => name === event.currentTarget.value)
          if (template) onChoose(template)
        }}
        data={[
          { value: '', label: t('retention.choose_template') },
          ...retentionTemplates.map(({ name }) => ({ value: name, label: t(`retention_template.${name}`) })),
        ]}
      />
    </Panel>
  )
}

interface SaveRulesProps {
  base: RetentionPolicy
  rules: EditedRules
  onReadAgain: () => void
}

/** The preview of the rules, followed by the button that saves them. */
const SaveRules = ({ base, rules, onReadAgain }: SaveRulesProps) => {
  const t = useText()
  const navigate = useNavigate()
  const body = bodyOf(rules)
  const [isSaved, setSaved] = useState(false)
  const isUnsaved = JSON.stringify(body) !== JSON.stringify(bodyOf(editedRules(base)))
  const { preview, look, isLooking, refusal: noPreview } = usePreview(body)
  const { save, isSaving, refusal } = useSave({
    call: calls.putRetention,
    changes: [calls.getRetention],
    onSaved: ({ pending }, isShown) => {
      setSaved(true)
      notice(text(pending ? 'retention.saved_pending' : 'retention.saved'))
      if (isShown) void navigate({ to: '/dashboard/account/retention' })
    },
  })
  const isWrong = [...rules.payloads, ...rules.entities].some(isDestroyedFirst)
  return (
    <>
      <LeaveQuestion isUnsaved={() => isUnsaved && !isSaved && !isSaving} />
      {preview && <FreedPreview preview={preview} />}
      <Refusal refusal={refusal ?? noPreview}>
        {refusal?.code === 'edit.conflict' && (
          <Button size="xs" variant="default" mt="xs" onClick={onReadAgain}>
            {t('retention.read_latest')}
          </Button>
        )}
      </Refusal>
      <Group>
        <Button variant="default" loading={isLooking} disabled={isWrong || !isUnsaved} onClick={look}>
          {t('retention.preview')}
        </Button>
        {preview && (
          <SaveButton
            preview={preview}
            isLocking={rules.is_locked && !base.is_locked}
            replaced={base.pending}
            isSaving={isSaving}
            onSave={() => save({ body: { version: base.version, ...body } })}
          />
        )}
        {!preview && (
          <Text size="sm" c="dimmed">
            {t('retention.preview_first')}
          </Text>
        )}
      </Group>
    </>
  )
}

interface SaveButtonProps {
  preview: NonNullable<ReturnType<typeof usePreview>['preview']>
  isLocking: boolean
  /** The change that waits and ends when this is saved. */
  replaced: RetentionPolicy['pending']
  isSaving: boolean
  onSave: () => void
}

/** Asks before data is freed, before a change that waits is replaced, and for a word to be typed before the policy is locked for ever. */
const SaveButton = ({ preview, isLocking, replaced, isSaving, onSave }: SaveButtonProps) => {
  const t = useText()
  const intl = useIntl()
  const { is_longer, freed } = preview
  if (is_longer && !isLocking && !replaced) {
    return (
      <Button loading={isSaving} onClick={onSave}>
        {t('form.save')}
      </Button>
    )
  }
  return (
    <ConfirmButton
      label={t('form.save')}
      color={isLocking ? 'red' : 'cerulean'}
      title={t(replaced ? 'retention.replace_title' : 'retention.save_title')}
      body={
        <Stack gap="xs">
          {replaced && (
            <span>
              {t('retention.replaces')} <Colleague author={replaced.saved_by} /> · <Moment time={replaced.saved_at} />.{' '}
              {t('retention.replaced_ends')}
            </span>
          )}
          {replaced && is_longer && <span>{t('retention.at_once')}</span>}
          {!is_longer && (
            <span>
              {t(freed.is_estimate ? 'retention.frees_at_most' : 'retention.frees', {
                count: freed.recordings,
                size: byteSize(intl, freed.bytes),
              })}
            </span>
          )}
          {isLocking && <span>{t('retention.lock_hint')}</span>}
        </Stack>
      }
      {...(isLocking && { typed: t('retention.lock_word') })}
      isBusy={isSaving}
      onConfirm={onSave}
    />
  )
}
