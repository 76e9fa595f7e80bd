import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-input.tsx'

describe('password strength (spec section 5)', () => {
  it.each([
    ['', 'Weak'],
    ['12345', 'Weak'],
    ['123456', 'Medium'],
    ['1234567', 'Medium'],
    ['12345678', 'Strong'],
  ])('calls %j %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })
})
