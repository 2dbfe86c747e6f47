CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"name" text NOT NULL,
	"groups" text[] NOT NULL,
	"departments" text[] NOT NULL,
	"secret_hash" text NOT NULL,
	"models" text[],
	"wires" text[],
	"requests_per_minute" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_by" text,
	"revoked_at" timestamp (3) with time zone,
	"last_used_on" date
);
--> statement-breakpoint
CREATE INDEX "api_keys_tenant" ON "api_keys" USING btree ("tenant","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_keys_owner" ON "api_keys" USING btree ("tenant","sub");