import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { forwardRef } from 'react'

const ButtonAnchor = forwardRef<HTMLAnchorElement, Omit<ButtonProps, 'component'>>((props, ref) => (
  <Button component="a" ref={ref} {...props} />
))

/** A button that navigates: a real link, so that it also opens in a new tab. */
export const LinkButton = createLink(ButtonAnchor)
