CREATE TABLE "soar_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"last_status" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "soar_deliveries_tenant" ON "soar_deliveries" USING btree ("tenant","created_at","id");--> statement-breakpoint
CREATE INDEX "soar_deliveries_pending" ON "soar_deliveries" USING btree ("state","queued_at");