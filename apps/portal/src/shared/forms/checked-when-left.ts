import type { UseFormInput } from '@mantine/form'

/**
 * When fields are checked: on leaving one that was changed. One that is as it was is checked on saving, because an error that appears below
 * it at a click would move what is clicked.
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
