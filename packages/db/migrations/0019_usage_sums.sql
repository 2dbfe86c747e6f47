CREATE TABLE "usage_sums" (
	"tenant" text NOT NULL,
	"day" date NOT NULL,
	"digest" "bytea" NOT NULL,
	"sub" text,
	"departments" text[] NOT NULL,
	"api_key" text,
	"endpoint" text,
	"model" text NOT NULL,
	"currency" text,
	"requests" bigint NOT NULL,
	"cache_hits" bigint NOT NULL,
	"estimated_requests" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"cached_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	CONSTRAINT "usage_sums_tenant_day_digest_pk" PRIMARY KEY("tenant","day","digest")
);
--> statement-breakpoint
CREATE INDEX "usage_sums_sub" ON "usage_sums" USING btree ("tenant","sub");--> statement-breakpoint
CREATE INDEX "usage_sums_day" ON "usage_sums" USING btree ("day");