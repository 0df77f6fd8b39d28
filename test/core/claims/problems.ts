import fc from 'fast-check';
import { z } from 'zod';
import { type Problem, problemShape } from '../../../src/core/claims/problem.ts';

/** Problems of every code, with values of their kinds; words and names are such texts. */
export function toArbitraryProblem(text: fc.Arbitrary<string>): fc.Arbitrary<Problem> {
  return fc.oneof(
    ...problemShape.options.map(({ shape }) => {
      const { code, ...values } = shape as { code: z.ZodLiteral } & Record<string, z.ZodType>;
      const fields = Object.entries(values).map(([key, schema]) => [key, toValue(schema, text)] as const);
      return fc
        .record({ code: fc.constant(code.value), ...Object.fromEntries(fields) })
        .map(problem => problemShape.parse(problem));
    }),
  );
}

function toValue(schema: z.ZodType, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodCatch) return toValue(schema.unwrap() as z.ZodType, text);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodNumber) return fc.nat(1_000);
  if (schema instanceof z.ZodReadonly) return fc.array(text, { maxLength: 2 });
  return text;
}
