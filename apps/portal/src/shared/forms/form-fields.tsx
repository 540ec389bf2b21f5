import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../i18n/text.ts'
import type { Field } from './field.ts'

interface FormFieldsProps<Values> {
  form: UseFormReturnType<Values>
  fields: readonly Field<Values>[]
  isReadOnly?: boolean
}

/** The inputs of a form, one below the other. */
export const FormFields = <Values,>({ form, fields, isReadOnly = false }: FormFieldsProps<Values>) =>
  fields.map((field) => <FormField key={field.name} form={form} field={field} isReadOnly={isReadOnly} />)

interface FormFieldProps<Values> {
  form: UseFormReturnType<Values>
  field: Field<Values>
  isReadOnly: boolean
}

const FormField = <Values,>({ form, field, isReadOnly }: FormFieldProps<Values>) => {
  const t = useText()
  // A switch takes `checked` instead of `value`.
  const isSwitch = typeof form.getInputProps(field.name).value === 'boolean'
  const props = {
    label: t(field.label),
    description: field.hint && t(field.hint),
    disabled: isReadOnly || field.isDisabled === true,
    ...(field.isRequired ? { withAsterisk: true } : {}),
    ...form.getInputProps(field.name, { type: isSwitch ? 'checkbox' : 'input' }),
  }
  return field.input(props, form)
}
