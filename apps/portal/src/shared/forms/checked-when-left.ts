import type { UseFormInput } from '@mantine/form'

/**
 * Checks a field when it is left, if it was changed. One that was not changed is checked on saving: an error that appeared as somebody
 * clicks elsewhere would move the button or checkbox away from the pointer.
 */
export const checkedWhenLeft = <Values>(): Pick<
  UseFormInput<Values>,
  'validateInputOnBlur' | 'enhanceGetInputProps'
> => ({
  validateInputOnBlur: true,
  enhanceGetInputProps: ({ inputProps: { onBlur }, field, form }) => ({
    onBlur: () => {
      if (form.isDirty(field)) onBlur?.()
    },
  }),
})
