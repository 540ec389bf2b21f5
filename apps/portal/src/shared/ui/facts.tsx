import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import classes from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** The text to copy. Without it, there is no copy button. */
  copy?: string | null
}

const CopyFact = ({ label, copy }: { label: string; copy: string }) => {
  const t = useText()
  return (
    <CopyButton value={copy}>
      {({ copied, copy: run }) => (
        <Tooltip label={copied ? t('fact.copied') : t('fact.copy', { name: label })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.copy}
            onClick={run}
            aria-label={t('fact.copy', { name: label })}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

interface FactsProps {
  /** Without one, something above says what they are. */
  title: string | null
  facts: readonly Fact[]
  /** Beside the title. */
  action?: ReactNode
}

/** Names and values, some with a copy button. A fact without a value is left out. */
export const Facts = ({ title, facts, action }: FactsProps) => {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
  if (known.length === 0) return null
  return (
    <section className={classes.group}>
      {title !== null && (
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          {action}
        </div>
      )}
      <dl className={classes.facts}>
        {known.map(({ label, value, copy }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              <span className={classes.value}>{value}</span>
              {copy && <CopyFact label={label} copy={copy} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
