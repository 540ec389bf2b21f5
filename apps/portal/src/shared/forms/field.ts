import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { type MessageId, text } from '../i18n/text.ts'
import type { FieldTexts } from './edit-conflict.tsx'
import { fieldRule, type Schema } from './field-rule.ts'

/** What an input gets from its field, under Mantine's names. */
export interface InputProps extends GetInputPropsReturnType {
  label: string
  description?: string
  disabled: boolean
  withAsterisk?: boolean
}

/** A field of a form, as its editor declares it. */
export interface Field<Values> {
  /** The path of its value, such as `oidc_config.issuer`. */
  name: (keyof Values & string) | `${keyof Values & string}.${string}`
  label: MessageId
  hint?: MessageId
  /** Names the record: entered when it is created, and never changed. */
  isReference?: boolean
  isRequired?: boolean
  isDisabled?: boolean
  /** The contract's schema of the value. A field that is not required may be empty instead. */
  schema?: Schema
  /** What else is wrong with the value. */
  problem?: string | null
  /** The value in words, for conflicts. Without it, the value itself. */
  text?: string
  input: (props: InputProps, form: UseFormReturnType<Values>) => ReactNode
}

/** The fields of a form while it has these values. */
export type FieldsOf<Values> = (values: Values) => readonly Field<Values>[]

/** For Mantine's `validate`: the problem with each field, or `null`. */
export const rulesOf =
  <Values>(fieldsOf: FieldsOf<Values>) =>
  (values: Values): Record<string, string | null> =>
    Object.fromEntries(fieldsOf(values).map((field) => [field.name, problemOf(field, values)]))

const problemOf = <Values>({ name, isRequired, schema, problem = null }: Field<Values>, values: Values) => {
  const value = valueAt(values, name)
  const isLeftOut = !isRequired && (value === '' || value === null)
  return (schema && !isLeftOut && fieldRule(schema)(value)) || problem
}

/** For conflicts: the values in words, by label. The reference never differs. */
export const textsOf =
  <Values>(fieldsOf: FieldsOf<Values>) =>
  (values: Values): FieldTexts =>
    Object.fromEntries(
      fieldsOf(values)
        .filter(({ isReference }) => !isReference)
        .map((field) => [field.label, field.text ?? textOf(valueAt(values, field.name))]),
    )

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return text(value ? 'list.yes' : 'list.no')
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], values)
